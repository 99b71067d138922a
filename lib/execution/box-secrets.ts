/**
 * Which secrets the egress guard may put into a run's requests, and for which hosts. Floor 3, pure.
 *
 * Source: specification "Execution", Config and secrets.
 */
import type { UnsealedSecret } from '../config/unseal-config.ts'
import type { Permissions } from '../contract/document/skillset-document.ts'
import type { SandboxSecret } from '../sandbox/sandbox.ts'

/** A secret that `permissions.secrets` names no hosts for stays behind; its placeholder means nothing. */
export function boxSecrets(
  secrets: readonly UnsealedSecret[],
  permissions: Permissions | undefined,
): SandboxSecret[] {
  return secrets.flatMap(({ key, value, placeholder }) => {
    const hosts = permissions?.secrets?.find((each) => each.key === key)?.hosts ?? []
    return hosts.length > 0 ? [{ key, value, placeholder, hosts }] : []
  })
}
