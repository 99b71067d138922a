import type { PublicError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import type { RunView } from '../../runs/views/run-view.ts'

export type ChannelResult =
  | { error: PublicError }
  | { output: Json; coercions: object[]; ran: RanVersion; charged?: string }

export type RanVersion = { version: string; contract: string }

export function readRunView({
  error,
  output = null,
  coercions,
  charged,
  versionNumber,
  contractHash,
}: RunView): ChannelResult {
  return error ? { error } : { output, coercions, ran: readRanVersion(versionNumber, contractHash), charged }
}

/** Reads a run as REST, `/rpc`, `/mcp` and the command line return it. */
export function readRunResponse({
  error,
  errors,
  output = null,
  coercions = [],
  charged,
  ...run
}: JsonObject): ChannelResult {
  if (error) return { error: error as unknown as PublicError }
  if (Array.isArray(errors)) return { error: errors[0] as unknown as PublicError }
  const ran = readRanVersion(run.version, run.contract_hash)
  return { output, coercions: coercions as object[], ran, charged: charged as string | undefined }
}

export function readErrorResponse({ error }: JsonObject): ChannelResult {
  return { error: error as unknown as PublicError }
}

export function readRanVersion(version: Json | undefined, contract: Json | undefined): RanVersion {
  return { version: String(version), contract: String(contract) }
}
