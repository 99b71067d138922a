import { z } from 'zod'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import type { Json } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { vaultKey } from '../../vault/model/vault-path.ts'
import { findVaultFiles } from '../../vault/rows/vault-files.ts'
import { filesRead } from '../model/checks/check-files.ts'

const MAX_PATHS = 500

const Paths = z.array(z.string().max(2_000)).max(MAX_PATHS)

/** Returns the paths that the plan reads and the caller's vault lacks. Throws UNAUTHENTICATED, POLICY_DENIED. */
export function findMissingFiles(ctx: Context, plan: unknown): Promise<string[]> {
  const paths = filesRead(plan as Json).map(({ path }) => path)
  return missingOf(ctx, [...new Set(paths)].slice(0, MAX_PATHS))
}

/** Returns those of `paths` that the vault lacks. Throws INVALID_INPUT. */
export async function listMissing(ctx: Context, paths: unknown): Promise<string[]> {
  return missingOf(ctx, parseFields(Paths, paths))
}

async function missingOf(ctx: Context, paths: readonly string[]): Promise<string[]> {
  const { organisationId } = requireViewer(ctx)
  if (paths.length === 0) return []
  requireScope(ctx, 'read', 'run')
  const keys = paths.filter(isStorable).map(vaultKey)
  const found = new Set((await findVaultFiles(ctx.db, organisationId, keys)).map(({ key }) => key))
  return paths.filter((path) => !found.has(vaultKey(path)))
}
