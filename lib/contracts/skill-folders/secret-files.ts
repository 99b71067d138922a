/** Files in a skill's folder that usually hold secrets. */

import type { Issue } from '../../kernel/errors.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { decodeText, type SkillFile } from './skill-file.ts'

type File = Pick<SkillFile, 'path' | 'bytes'>

type SecretFile = {
  pattern: RegExp
  /** Clears a file by its content, if the name alone does not decide. The text is null for binary content. */
  unless?: (text: string | null) => boolean
}

const isPublic = (text: string | null) =>
  text !== null &&
  /-----BEGIN (CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)/.test(text) &&
  !/PRIVATE KEY/.test(text)

// biome-ignore format: table
const SECRET_FILES: readonly SecretFile[] = [
  { pattern: /(^|\/)\.env(rc)?(\.(?!(example|sample|template|dist|defaults?)$)[^/]+)?$/i },
  { pattern: /(^|\/)[^/]+\.env$/i, unless: (text) => text !== null && !/=/.test(text) },
  { pattern: /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)(_sk)?|identity)$/i },
  { pattern: /(^|\/)\.(ssh|gnupg|aws|azure|gcloud|kube)\/(?!.*\.pub$)/i },
  { pattern: /(^|\/)\.docker\/config\.json$|(^|\/)\.dockercfg$/i },
  { pattern: /(^|\/)\.(netrc|pypirc|pgpass|my\.cnf|git-credentials|htpasswd|s3cfg|boto|vault-token)$|(^|\/)_netrc$/i },
  { pattern: /(^|\/)(\.npmrc|\.yarnrc\.ya?ml|\.yarnrc|pip\.conf)$/i, unless: (text) => text !== null && !/_auth|_password|npmAuth|:\/\/[^/\s]+:[^/\s]+@/i.test(text) },
  { pattern: /(^|\/)(credentials|client_secrets?[^/]*|service[-_]?account[^/]*|application_default_credentials|gcp-key|firebase-adminsdk[^/]*)\.json$/i },
  { pattern: /(^|\/)credentials$/i },
  { pattern: /(^|\/)(\.?secrets?\.(json|ya?ml|toml|ini|txt|env)|\.secrets|passwords?\.(txt|csv)|api[_-]?keys?\.(txt|json))$/i },
  { pattern: /\.(p12|pfx|jks|keystore|kdbx?|ppk|ovpn|agekey|tfstate|tfstate\.backup)$/i },
  { pattern: /(^|\/)(\.dev\.vars(\..+)?|local\.settings\.json|settings\.local\.json|auth\.json|tokens?\.(json|pickle)|cookies\.(txt|json))$/i },
  { pattern: /(^|\/)([^/]+\.)?kubeconfig$|(^|\/)(\.config\/)?(gh\/hosts\.yml|rclone\/rclone\.conf|gcloud\/(credentials\.db|access_tokens\.db|legacy_credentials\/.+))$/i },
  { pattern: /(^|\/)(\.?rclone\.conf|\.databrickscfg|\.sentryclirc|\.snowsql\/config|\.dbt\/profiles\.yml|\.m2\/settings(-security)?\.xml|\.cargo\/credentials(\.toml)?|\.?vault[_-]pass(word)?(\.txt)?|wp-config\.php|keystore\.properties)$/i },
  { pattern: /(^|\/)(terraform|[^/]+\.auto)\.tfvars(\.json)?$/i, unless: (text) => text !== null && !/(key|secret|token|password)[\w-]*"?\s*[=:]/i.test(text) },
  { pattern: /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)[^/]*|[^/]+_(rsa|ed25519))$/i, unless: (text) => text !== null && !/PRIVATE KEY/.test(text) },
  { pattern: /(^|\/)\.(bash|zsh|sh|python|psql|mysql|sqlite|node_repl|rediscli|irb)_history$/i },
  { pattern: /\.(p8|pk8|har)$/i },
  // A certificate is public, and Keynote writes binary files with the ending “.key”.
  { pattern: /\.pem$/i, unless: isPublic },
  { pattern: /\.key$/i, unless: (text) => text === null || text.includes('\0') || isPublic(text) },
]

/** Whether a file usually holds credentials, by its name and, where that does not decide, its content. */
export function isSecretFile({ path, bytes }: File): boolean {
  return SECRET_FILES.some(({ pattern, unless }) => pattern.test(path) && !unless?.(decodeText(bytes)))
}

/** Leaves out files that usually hold credentials, with a finding for each, because a published version is public. */
export function leaveOutSecretFiles<Kind extends File>(
  files: readonly Kind[],
): { files: Kind[]; findings: Issue[] } {
  const secret = files.filter(isSecretFile)
  return {
    files: files.filter((file) => !secret.includes(file)),
    findings: secret.map(({ path }) => ({
      path: toPointer([path]),
      keyword: 'secret-file',
      message: `${path} was left out, because such files usually hold secrets. If it holds none, add it in the studio.`,
    })),
  }
}
