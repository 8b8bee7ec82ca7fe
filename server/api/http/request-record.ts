/** The record that a request is about, for the log and for the access log. */
import type { Context } from 'koa';

/** The record that a handler found, where the path does not name it or does not say whose it is. */
export interface FoundRecord {
  /** The id of this server or of the service. @default the id in the path */
  id?: string;
  /** The partner's id of the customer whose record it is. @default the signed-in customer */
  customerId?: string;
}

/** Says which record the request is about. Call it as soon as the record is known. */
export function setRequestRecord(ctx: Pick<Context, 'state'>, record: FoundRecord): void {
  ctx.state.record = record;
}

/** Says which records of several customers a list shows. The access log has an entry for each. */
export function setListedRecords(
  ctx: Pick<Context, 'state'>,
  records: readonly Required<FoundRecord>[],
): void {
  ctx.state.listedRecords = records;
}

/** The records that a list shows; undefined if the request is about one record. */
export const recordsListed = ({
  state,
}: Pick<Context, 'state'>): readonly Required<FoundRecord>[] | undefined => state.listedRecords;

/** The record that the handler of a request found; undefined if it found none. */
export const recordFound = ({ state }: Pick<Context, 'state'>): FoundRecord | undefined => state.record;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of the record that a request is about; undefined without one. An id in the path counts if it is random or the
 * request succeeded: another text of the address could say anything.
 */
export function recordIdOf(ctx: Context): string | undefined {
  const found = recordFound(ctx)?.id;
  if (found !== undefined) return found;
  const id: unknown = ctx.params?.id;
  return typeof id === 'string' && (uuid.test(id) || ctx.status < 400) ? id : undefined;
}

const notFound = 404;
const forbidden = 403;

/**
 * The journey, appointment or handoff of a signed-in user's request that failed, so that its reference leads to the
 * booking. Undefined for all other requests, and if the record may be another user's.
 */
export function failedRecordOf(ctx: Context): string | undefined {
  const { status, state } = ctx;
  const isFailed = status >= 400 && status !== notFound && status !== forbidden;
  return isFailed && state.session !== undefined ? recordIdOf(ctx) : undefined;
}

interface Layer {
  path: string | RegExp;
  methods: string[];
}

/** The pattern of the request's route, also if its router refused the request; null without a route. */
export function routeOf(ctx: Context): string | null {
  const layers: readonly Layer[] = ctx.matched ?? [];
  const path = layers.findLast(({ methods }) => methods.length > 0)?.path;
  return typeof path === 'string' ? path : null;
}
