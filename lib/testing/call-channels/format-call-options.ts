import type { Call } from './channel.ts'

/** Returns JSON members that follow others, for example `,"dry_run":true`. */
export function formatCallOptions({ version, dryRun }: Pick<Call, 'version' | 'dryRun'>): string {
  return `${version ? `,"version":${JSON.stringify(version)}` : ''}${dryRun ? ',"dry_run":true' : ''}`
}
