/** A JSON file from the disk. */
import fs from 'node:fs'
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { AppError } from '#lib/errors.ts'

/** Throws INVALID_INPUT, naming the file, for what cannot be read, is no JSON, or holds numbers that nobody could keep. */
export function readJsonFile(file: string): unknown {
  const text = readText(file)
  const issues = lostDigits(text)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { message: `${file} is no JSON: ${(cause as Error).message}`, cause })
  }
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { message: `${file} cannot be read.`, cause })
  }
}
