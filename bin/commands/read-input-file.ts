import fs from 'node:fs'
import { readNotation } from '#lib/contracts/source/read-notation.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'
import { faultText } from '#lib/kernel/json/read-json.ts'

/** Throws INVALID_INPUT with the file, also for numbers that would lose digits. */
export function readJsonFile(file: string): unknown {
  const text = readText(file)
  const issues = lostDigits(text)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  const { value, fault } = readNotation(text)
  if (!fault) return value
  throw new AppError('INVALID_INPUT', { message: `${file} is not valid JSON. ${faultText(fault)}` })
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { message: `Cannot read ${file}.`, cause })
  }
}

export function readSkillSetFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const message = isMissing ? `There is no file ${file}.` : `Cannot read ${file}.`
    const suggestedAction = 'Check the path of the file.'
    throw new AppError(isMissing ? 'NOT_FOUND' : 'INVALID_INPUT', { message, suggestedAction, cause: error })
  }
}
