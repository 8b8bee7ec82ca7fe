/** The schema of a stored record: it is also the type of the record. */
import { z } from 'zod';

/** The value without the unknown fields that a schema lets through. */
type Named<T> = T extends (infer Item)[]
  ? Named<Item>[]
  : T extends object
    ? { [Key in keyof T as string extends Key ? (unknown extends T[Key] ? never : Key) : Key]: Named<T[Key]> }
    : T;

/**
 * Creates the schema of a record. It keeps unknown fields, which a newer version may have written, but its type has
 * only the named ones.
 */
export const stored = <Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodType<Named<z.infer<z.ZodObject<Shape>>>> => z.looseObject(shape) as never;
