/** What a browser or a program sends to start a run, into a request. Floor 3, pure. */
import { z } from 'zod'
import { parseWith } from '../contract/json/parse-with.ts'
import { SentJson } from '../contract/json/sent-json.ts'
import { TimeZone } from '../contract/market/sent-text.ts'
import { runRequestOf, SentPrice } from './sent-run-options.ts'
import type { RunRequest } from './start-run.ts'

const Wanted = z.object({
  name: z.string().max(200),
  version: z.string().max(64).optional(),
  /** Checked against the contract, so any JSON passes here; a browser's may be none. */
  args: SentJson.optional(),
  timeZone: z.string().max(64).optional(),
  rerunOfId: z.string().max(64).optional(),
  /** One for each click, so that a second click runs and costs nothing. */
  idempotencyKey: z.string().optional(),
  /** The price that stood beside the button. */
  maxPrice: z.string().max(32).optional(),
})

/** Throws INVALID_INPUT for what is no request. */
export function parseRunRequest(value: unknown): RunRequest {
  const { name, version, args, ...rest } = parseWith(Wanted, value)
  return { skill: { name, ...(version && { version }) }, args, ...rest }
}

/** What a program sends, besides the name in the address. Snake case, as in every protocol of ours. */
const Sent = z.strictObject({
  args: z.unknown().optional(),
  version: z.string().max(64).optional(),
  time_zone: TimeZone.optional(),
  contract_hash: z.string().optional(),
  max_price: SentPrice.optional(),
  dry_run: z.boolean().optional(),
  timeout_ms: z.int().min(1).max(600_000).optional(),
  input_blobs: z.array(z.string().max(64)).max(32).optional(),
  idempotency_key: z.string().optional(),
  /** Answers at once, whether the run has ended or not. */
  async: z.boolean().optional(),
})

export type RestRun = { request: RunRequest; isAsync: boolean }

/**
 * `headerKey` is the header Idempotency-Key, which goes before the body's field. Throws INVALID_INPUT for what is no
 * request, and for fields that no request has.
 */
export function parseRestRun(name: string, body: unknown, headerKey: string | null = null): RestRun {
  const sent = parseWith(Sent, body)
  const options = { ...sent, idempotency_key: headerKey ?? sent.idempotency_key }
  return {
    isAsync: sent.async ?? false,
    request: { ...runRequestOf(name, sent.args, options), isDeferred: sent.async },
  }
}
