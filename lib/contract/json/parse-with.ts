/** From whatever was sent to what a service takes. Ground. */
import type { z } from 'zod'
import { AppError, type Issue } from '../../errors.ts'

/** Returns what `schema` makes of `value`; throws INVALID_INPUT with one issue for each thing it refuses. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues: Issue[] = parsed.error.issues.map(({ path, message }) => ({
    path: path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    message,
  }))
  throw new AppError('INVALID_INPUT', { message: 'Some fields need another look.', issues })
}
