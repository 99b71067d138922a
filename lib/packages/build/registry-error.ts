/** Translates errors of npm's libraries into sentences for publishers. */
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { BuildError, type BuildOptions } from '../request/build-request.ts'

type NpmError = Error & {
  code?: string
  pkgid?: string
  statusCode?: number
  /** The fields that errors of npm-pick-manifest have. */
  name?: string
  wanted?: string
  type?: string
  spec?: { name?: string } | string
  packageName?: string
}

const FORBIDDEN_SOURCE = /^EALLOW(GIT|REMOTE|FILE|DIRECTORY)$/
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|EHOSTUNREACH|EPROTO|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|ECONNECTIONTIMEOUT|EIDLETIMEOUT|ETRANSFERTIMEOUT|ERESPONSETIMEOUT)/

export function registryError(thrown: Error, options: Pick<BuildOptions, 'minAgeHours'>): Error {
  if (thrown instanceof BuildError) return thrown
  const error = thrown as NpmError
  const { code = '', statusCode } = error
  const spec = specOf(error)
  const name = spec.replace(/(.)@.*$/, '$1')
  const fault = { path: name ? toPointer(['dependencies', name]) : '/dependencies' }
  if (code === 'E404') return new BuildError(`The registry has no package ${spec || 'of that name'}.`, fault)
  if (code === 'ETARGET' || code === 'ENOVERSIONS')
    return new BuildError(`No version of ${spec} can be used${ageClause(options)}.`, fault)
  if (code === 'ERESOLVE')
    return new BuildError('The packages need versions of each other that cannot be combined.', fault)
  if (FORBIDDEN_SOURCE.test(code) || code === 'ENOGIT')
    return new BuildError(
      `${spec || 'A package'} comes from a Git repository, a file or a URL. Only packages of the registry can be used.`,
      fault,
    )
  if (code === 'EINTEGRITY')
    return new BuildError(`The files of ${spec || 'a package'} do not match their checksum.`, fault)
  if (code === 'EUNSUPPORTEDPROTOCOL' || code === 'EINVALIDPACKAGENAME' || code === 'EINVALIDTAGNAME')
    return new BuildError(`${spec || 'A package'} cannot be read: ${error.message}`, fault)
  if (UNREACHABLE.test(code) || code === 'E401' || code === 'E403' || (statusCode ?? 0) >= 500)
    return new BuildError(`The package registry cannot be reached (${code || statusCode}).`, {
      code: 'TOOL_NOT_AVAILABLE',
    })
  return thrown
}

function ageClause({ minAgeHours }: Pick<BuildOptions, 'minAgeHours'>): string {
  return minAgeHours > 0
    ? `: it does not exist, or was published less than ${minAgeHours} hours ago`
    : ': it does not exist'
}

function specOf({ pkgid, name, wanted, spec, message }: NpmError): string {
  if (typeof pkgid === 'string') return pkgid
  if (typeof spec === 'object' && spec.name) return spec.name
  const matched =
    /No (?:matching )?versions? (?:found|available) for (\S+?)(?: with a date before.*)?\.?$/.exec(message)
  if (matched?.[1]) return matched[1]
  return wanted && name && name !== 'Error' ? `${name}@${wanted}` : ''
}
