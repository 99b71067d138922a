/** A SkillSet file from the disk. */
import fs from 'node:fs'
import { AppError } from '#lib/errors.ts'

/** The text. Throws NOT_FOUND or INVALID_INPUT, naming the file. */
export function readSkillSetFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const message = isMissing ? `There is no file ${file}.` : `${file} cannot be read.`
    const suggestedAction = 'Check the path of the file.'
    throw new AppError(isMissing ? 'NOT_FOUND' : 'INVALID_INPUT', { message, suggestedAction, cause: error })
  }
}
