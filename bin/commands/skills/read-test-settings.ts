import { AppError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { readJsonFile } from '../read-input-file.ts'

/** Returns undefined without a file. Throws INVALID_INPUT if it is no JSON object. */
export function readTestSettings(file: string | undefined): JsonObject | undefined {
  if (file === undefined) return undefined
  const settings = readJsonFile(file) as Json
  if (isObject(settings)) return settings
  throw new AppError('INVALID_INPUT', {
    message: `${file} must contain a JSON object with a value for each key.`,
  })
}
