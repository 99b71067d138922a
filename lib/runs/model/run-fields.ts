import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { logsPreview } from './size-limits.ts'
import type { Effects } from './tool-result.ts'

export type ReportedRun = {
  versionNumber: string
  contractHash: string
  permissionsHash?: string
  notices?: string[]
  coercions: Coercion[]
  logs?: { level: string; text: string; atMs?: number }[]
  /** "blob:…" ids. */
  outputBlobs?: string[]
  /** Absent for free runs. */
  charged?: string
  dryRun?: boolean
  /** Effects of built-in tools; in a dry run, what would change. */
  effects?: Effects
}

/**
 * Returns what every channel reports of a run besides its output. Omits empty fields, and the version of ad-hoc code.
 */
export function runFields(run: ReportedRun) {
  const { versionNumber, permissionsHash, notices, coercions, logs, outputBlobs, charged, effects } = run
  return {
    ...(versionNumber && { version: versionNumber }),
    contract_hash: run.contractHash,
    ...(permissionsHash && { permissions_hash: permissionsHash }),
    ...(notices?.length && { notices }),
    ...(coercions.length > 0 && { coercions }),
    ...(outputBlobs?.length && { output_blobs: outputBlobs }),
    ...(logs?.length && { logs_preview: logsPreview(logs) }),
    ...(charged !== undefined && { charged }),
    ...(run.dryRun && { dry_run: true as const }),
    ...(effects && { effects }),
  }
}
