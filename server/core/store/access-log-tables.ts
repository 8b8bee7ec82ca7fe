/** The rows of the access log, and of failed requests. Times are milliseconds since the epoch. */
import type { LeaseColumns } from './lease-columns.ts';

/** One access to health data. Rows are added and purged, and never changed. */
export interface AccessLogRow {
  /** The chain of the process that wrote it. */
  chain: string;
  /** Its place in the chain, from 1 without gaps. */
  seq: number;
  at: number;
  /** A pseudonym, `operator:NAME` or `service`. */
  actor: string;
  role: string;
  /** The pseudonym of the customer whose data it is; null if nobody knows it. */
  subject: string | null;
  record_kind: string;
  record_id: string | null;
  action: string;
  outcome: string;
  /** Of the HTTP response; null without one. */
  status: number | null;
  request_id: string | null;
  /** Authenticates the row and all rows before it. */
  mac: string;
}

/** A chain of records: those that one process wrote. Its lease is held by the process that delivers it to the sink. */
export interface AccessLogChainRow extends LeaseColumns {
  id: string;
  /** From 1 without gaps. */
  number: number;
  created_at: number;
  /** Authenticates the chain's beginning and all chains before it. */
  mac: string;
  last_seq: number;
  /** The MAC of the last record. */
  last_mac: string;
  /** Authenticates the two. */
  head_mac: string;
  /** The last purged record; 0 before the first purge. */
  purged_seq: number;
  /** The MAC of the last purged record; that of the chain before the first purge. */
  purged_mac: string;
  /** Authenticates the two. */
  purge_mac: string;
  /** The last record that the sink has. */
  delivered_seq: number;
  fence: number;
}

/** The reference of a failed request, which a user may read out. Rows are added and deleted, and never changed. */
export interface FailedRequestRow {
  request_id: string;
  /** The service's id of its own request; null if the service was not involved. */
  upstream_request_id: string | null;
  at: number;
  method: string;
  /** The pattern of the route, without values. */
  route: string;
  status: number;
  /** The code of the problem (contract/problem-codes.ts), or of the token error. */
  code: string;
  /** The pseudonym of the user. */
  user_key: string;
  /** The journey, appointment or handoff of the request; null if there was none, or it is not the user's. */
  record_id: string | null;
}
