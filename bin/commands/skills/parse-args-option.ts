import { AppError } from '#lib/kernel/errors.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'
import { UsageError } from '../cli-command.ts'

/** Parses the value of --args. Throws UsageError if it is no JSON, and INVALID_INPUT for numbers that would lose digits. */
export function parseArgsOption(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--args is not valid JSON: ${(error as Error).message}`)
  }
  const issues = lostDigits(text)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  return value
}
