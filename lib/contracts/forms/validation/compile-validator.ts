import { inflateRawSync } from 'node:zlib'
import { canonicalSchema } from '../../../json-schema/parse/canonical-schema.ts'
import { validatorCode } from '../../../json-schema/precompile/validator-code.ts'
import { MAX_ENCODED_CHARS } from '../../../json-schema/precompile/validator-schema.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { runOncePerInput } from '../../../kernel/threads/run-in-thread.ts'

/**
 * Compiles the validator of a form from the schema in its URL (`encodeSchema`). Nothing has to be looked up or
 * authorised, so that every form is served alike: of a published skill, of a plan's step, and of a draft that is being
 * typed.
 *
 * Returns an ES module. Throws INVALID_INPUT if that is no contract or takes too long, NOT_FOUND if it cannot be compiled.
 */
export async function compileValidator(encoded: string, { owner }: { owner: string }): Promise<string> {
  const schema = decodeSchema(encoded)
  const code = await runOncePerInput<typeof compileForm>('validator', [schema], { owner })
  if (code === null) throw new AppError('NOT_FOUND')
  return code
}

/** For a worker thread: anybody may send a schema that takes long. */
export function compileForm(authored: Json): string | null {
  const { schema, issues } = canonicalSchema(authored)
  if (!schema) throw new AppError('INVALID_INPUT', { issues })
  return validatorCode(schema)
}

const MAX_SCHEMA_BYTES = 256 * 1024

function decodeSchema(encoded: string): Json {
  try {
    if (encoded.length > MAX_ENCODED_CHARS) throw new RangeError('too long')
    const bytes = inflateRawSync(Buffer.from(encoded, 'base64url'), { maxOutputLength: MAX_SCHEMA_BYTES })
    return JSON.parse(bytes.toString()) as Json
  } catch {
    throw new AppError('INVALID_INPUT', { message: 'The URL contains no schema.' })
  }
}
