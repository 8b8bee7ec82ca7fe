/** Which answers or acknowledgements a QUESTIONNAIRE_VALIDATION_FAILED names, by their ids (ERR-25, GAP-60). */
import type { FieldProblem } from '../contract/problem.ts';

const named = (part: unknown): string[] => {
  if (Array.isArray(part)) {
    return part.flatMap((item: unknown) => {
      if (typeof item === 'string') return [item];
      const id = (item as { id?: unknown } | null)?.id;
      return typeof id === 'string' ? [id] : [];
    });
  }
  return typeof part === 'object' && part !== null ? Object.keys(part) : [];
};

export function refusedAnswers(details: unknown): FieldProblem[] {
  const { answers, acknowledgements } = (details ?? {}) as Record<string, unknown>;
  return [
    ...named(answers).map((id) => ({ path: `answers.${id}`, message: 'Please check this answer.' })),
    ...named(acknowledgements).map((id) => ({
      path: `acknowledgements.${id}`,
      message: 'This needs your confirmation.',
    })),
  ];
}
