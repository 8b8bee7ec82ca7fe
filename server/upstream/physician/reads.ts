/** Reads of a physician's order (Structured physician order, Physician-order evidence; PHY-02, PHY-22, PEV-02). */
import type { Log } from '../../core/observability/log.ts';
import { type Evidence, evidenceList } from '../evidence/responses.ts';
import { createGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import {
  neededSession,
  type PhysicianOrderBundle,
  type PhysicianSession,
  physicianOrderBundle,
  physicianSession,
  sessionProgress,
} from './responses.ts';

/** Reads physicians' orders with one key. Each read throws UpstreamError. */
export interface PhysicianReads {
  bundle(appointmentId: string): Promise<PhysicianOrderBundle>;
  /**
   * Reads by the path that we know; a `Location` header is ignored (PHY-39).
   * @param known the session as it was read before; if the response cannot be read in full, only its status and its
   * artifact are taken, because the rest is frozen. @default none
   */
  session(sessionId: string, known?: PhysicianSession | null): Promise<PhysicianSession>;
  /** The orders of an appointment: the first page, which holds more than one appointment ever has. */
  evidence(appointmentId: string): Promise<Evidence[]>;
}

/** Creates the reads with the full API's client. Each read throws UpstreamError. */
export function createPhysicianReads(http: Pick<UpstreamHttp, 'read'>, log: Log): PhysicianReads {
  const get = createGet(http, log);
  const appointment = '/v1/api-first/appointments/{appointmentId}';
  return {
    bundle: (appointmentId) =>
      get(`${appointment}/physician-order-bundle`, { appointmentId }, physicianOrderBundle),
    session: async (sessionId, known = null) => {
      const path = '/v1/api-first/physician-order-sessions/{sessionId}';
      if (known === null) return get(path, { sessionId }, physicianSession);
      const read = await get(path, { sessionId }, sessionProgress);
      const { status, artifact } = read;
      return neededSession.safeParse(read).data ?? { ...known, status, artifact };
    },
    evidence: async (appointmentId) =>
      (await get(`${appointment}/physician-order-evidence`, { appointmentId }, evidenceList)).items,
  };
}
