/**
 * What a program sends beside a skill's name and its arguments, and the request that it means. Floor 3, pure.
 *
 * Snake case, as in every protocol of ours: REST, JSON-RPC and MCP say the same by the same names.
 */
import { z } from 'zod'
import { priceText } from '../contract/money/money.ts'
import type { RunRequest } from './start-run.ts'

export type SentRunOptions = {
  version?: string | undefined
  time_zone?: string | undefined
  contract_hash?: string | undefined
  max_price?: string | number | undefined
  dry_run?: boolean | undefined
  timeout_ms?: number | undefined
  input_blobs?: string[] | undefined
  idempotency_key?: string | undefined
}

/** USDC as text, or as the number that many programs send; what is no amount is refused where it is used. */
export const SentPrice = z.union([z.string().max(32), z.number()])

/** They were checked. */
export function runRequestOf(name: string, args: unknown, sent: SentRunOptions): RunRequest {
  const { version, max_price } = sent
  return {
    skill: { name, ...(version && { version }) },
    args,
    timeZone: sent.time_zone,
    contractHash: sent.contract_hash,
    maxPrice: max_price === undefined ? undefined : priceText(max_price),
    dryRun: sent.dry_run,
    timeoutMs: sent.timeout_ms,
    inputBlobs: sent.input_blobs,
    idempotencyKey: sent.idempotency_key,
  }
}
