/** Reports that the last byte of a request has left, from which point its result is unknown. Used by crash tests. */
import type { Dispatcher } from 'undici';

/** Creates an interceptor that calls back when the last byte of a request has left. */
export const onRequestSent =
  (onSent: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
      onRequestSent: onSent,
    });
