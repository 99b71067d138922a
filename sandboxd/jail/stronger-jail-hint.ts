import type { JailFinding } from './choose-jail.ts'

export function strongerJailHint(
  findings: readonly JailFinding[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [best] = findings
  if (platform !== 'linux' || best?.name !== 'bubblewrap' || best.isUsable) return undefined
  return `sandboxd: the bubblewrap jail would be stronger, because it also filters system calls. ${best.reason}`
}
