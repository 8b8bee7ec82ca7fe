/** The state tables of appointments and sessions, compared with the specification cell by cell. */
import { describe, expect, it } from 'vitest';
import { appointmentTransitions } from '../../server/sandbox/states/appointment-states.ts';
import { consentSessionTransitions } from '../../server/sandbox/states/consent-session-states.ts';
import { physicianSessionTransitions } from '../../server/sandbox/states/physician-session-states.ts';
import { statusAfter } from '../../server/sandbox/states/transition-table.ts';

const statuses = [
  'pending_scheduling',
  'pending_confirmation',
  'confirmed',
  'canceled',
  'refunded',
  'no_show',
  'results_in_progress',
  'results_ready',
  'completed',
] as const;
const moves = Object.keys(appointmentTransitions) as (keyof typeof appointmentTransitions)[];

describe('an appointment', () => {
  // Also [APT-23] [APT-28] [APT-29] [APT-30]
  it('allows only the transitions of the state table [SCH-08] [APT-14] [APT-22]', () => {
    const allowed = moves.flatMap((move) =>
      statuses.flatMap((from) => {
        const to = statusAfter(appointmentTransitions, move, from);
        return move === 'form_available' || to === null ? [] : [`${from} ${move} ${to}`];
      }),
    );
    expect(allowed.sort()).toEqual(
      [
        'pending_scheduling schedule pending_confirmation',
        'pending_confirmation confirmed confirmed',
        'pending_confirmation pending_scheduling pending_scheduling',
        'pending_confirmation canceled canceled',
        'pending_confirmation refunded refunded',
        'confirmed rescheduled confirmed',
        'confirmed reschedule pending_confirmation',
        'confirmed canceled canceled',
        'confirmed no_show no_show',
        'confirmed results_in_progress results_in_progress',
        'confirmed refunded refunded',
        'canceled refunded refunded',
        'no_show refunded refunded',
        'results_in_progress results_ready results_ready',
        'results_ready completed completed',
      ].sort(),
    );
  });

  it.each(statuses)(
    'that is %s keeps its status when a form arrives, and has none before scheduling',
    (from) => {
      expect(statusAfter(appointmentTransitions, 'form_available', from)).toBe(
        from === 'pending_scheduling' ? null : from,
      );
    },
  );
});

describe('a consent session', () => {
  it('changes only from open, and once [CONS-29] [CONS-44] [GAP-24]', () => {
    const moved = Object.keys(consentSessionTransitions) as (keyof typeof consentSessionTransitions)[];
    expect(moved.map((move) => statusAfter(consentSessionTransitions, move, 'open'))).toEqual([
      'finalized',
      'abandoned',
      'expired',
    ]);
    for (const move of moved)
      for (const from of ['finalized', 'abandoned', 'expired'] as const)
        expect(statusAfter(consentSessionTransitions, move, from)).toBeNull();
  });
});

// Also [PHY-19] [GAP-81]
it('allows only the transitions of a physician session in the state table [PHY-16] [PHY-17] [PHY-18]', () => {
  const moves = Object.keys(physicianSessionTransitions) as (keyof typeof physicianSessionTransitions)[];
  const allowed = moves.flatMap((move) =>
    (['open', 'finalizing', 'finalized', 'abandoned', 'replaced'] as const).flatMap((from) => {
      const to = statusAfter(physicianSessionTransitions, move, from);
      return to === null ? [] : [`${from} ${to}`];
    }),
  );
  expect(allowed).toEqual(['open finalizing', 'open abandoned', 'open replaced', 'finalizing finalized']);
});
