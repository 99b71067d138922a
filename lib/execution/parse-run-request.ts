/** What a browser or a program sends to start a run, into a request. Floor 3, pure. */
import { z } from 'zod'
import { parseWith } from '../contract/json/parse-with.ts'
import type { RunRequest } from './start-run.ts'

const Wanted = z.object({
  name: z.string().max(200),
  version: z.string().max(64).optional(),
  /** Checked against the contract, so anything passes here. */
  args: z.unknown(),
  timeZone: z.string().max(64).optional(),
  rerunOfId: z.string().max(64).optional(),
})

/** Throws INVALID_INPUT for what is no request. */
export function parseRunRequest(value: unknown): RunRequest {
  const { name, version, args, timeZone, rerunOfId } = parseWith(Wanted, value)
  return {
    skill: { name, ...(version && { version }) },
    args,
    ...(timeZone && { timeZone }),
    ...(rerunOfId && { rerunOfId }),
  }
}

/** What a program sends, besides the name in the address. Snake case, as in every protocol of ours. */
const Sent = z.strictObject({
  args: z.unknown().optional(),
  version: z.string().max(64).optional(),
  time_zone: z.string().max(64).optional(),
})

/** Throws INVALID_INPUT for what is no request, and for fields that no request has. */
export function parseRestRun(name: string, body: unknown): RunRequest {
  const { args, version, time_zone: timeZone } = parseWith(Sent, body)
  return { skill: { name, ...(version && { version }) }, args, ...(timeZone && { timeZone }) }
}
