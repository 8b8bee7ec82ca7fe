/** Schemas of data of which any part may be missing. */
import type { z } from 'zod';

/** Makes a value optional. One that is not valid counts as missing. */
export const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Makes all fields optional. One that is not valid counts as missing. */
export const partOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, optional(schema as z.ZodType)]),
  ) as unknown as { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };
