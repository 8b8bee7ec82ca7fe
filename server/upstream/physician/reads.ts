/** Reads of a physician's order (Structured physician order, Physician-order evidence; PHY-02, PHY-22, PEV-02). */
import { type Evidence, evidenceList } from '../../contract/upstream-api/evidence.ts';
import {
  type PhysicianOrderBundle,
  type PhysicianSession,
  physicianOrderBundle,
  physicianSession,
} from '../../contract/upstream-api/physician-order.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';

/** Reads physicians' orders with one key. Each read throws UpstreamError. */
export interface PhysicianReads {
  bundle(appointmentId: string): Promise<PhysicianOrderBundle>;
  /** Reads by the path that we know; a `Location` header is ignored (PHY-39). */
  session(sessionId: string): Promise<PhysicianSession>;
  /** The orders of an appointment: the first page, which holds more than one appointment ever has. */
  evidence(appointmentId: string): Promise<Evidence[]>;
}

/** Creates the reads with the full API's client. Each read throws UpstreamError. */
export function createPhysicianReads(http: Pick<UpstreamHttp, 'read'>, log: Log): PhysicianReads {
  const get = createGet(http, createReadAs(log), log);
  const appointment = '/v1/api-first/appointments/{appointmentId}';
  return {
    bundle: (appointmentId) =>
      get(`${appointment}/physician-order-bundle`, { appointmentId }, physicianOrderBundle),
    session: (sessionId) =>
      get('/v1/api-first/physician-order-sessions/{sessionId}', { sessionId }, physicianSession),
    evidence: async (appointmentId) =>
      (await get(`${appointment}/physician-order-evidence`, { appointmentId }, evidenceList)).items,
  };
}
