/**
 * Counts the requests of a run by place: method, host and the template of the path (docs/spec/behaviour.md §1). Code cannot avoid
 * it, because it happens where requests leave, and nothing in it is data of the caller.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { matchesHost, type RequestDestination } from '../../lib/kernel/network/destination.ts'
import { openPathTemplates } from '../../lib/kernel/network/path-template.ts'
import {
  MAX_OBSERVED_PLACES,
  type ObservedRequests,
  type SandboxJob,
  type SandboxRequest,
} from '../../lib/sandbox/sandbox.ts'

type Place = Pick<ObservedRequests, 'method' | 'host' | 'path' | 'query' | 'headers'>

export type RequestObserver = {
  /** Notes where a request goes. Without it, a request is counted by its host alone, as those that are refused. */
  locate(entry: SandboxRequest, destination: RequestDestination, headers: IncomingHttpHeaders): void
  list(trace: readonly SandboxRequest[]): ObservedRequests[]
}

type ObservedJob = Pick<
  SandboxJob,
  'definition' | 'packages' | 'modules' | 'parameters' | 'config' | 'network' | 'chosenHosts'
>

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const OTHER: Place = { method: 'OTHER', host: '{other}', path: '', query: [], headers: [] }

export function openRequestObserver(job: ObservedJob): RequestObserver {
  const { definition, packages, modules = {}, parameters, config, network, chosenHosts = [] } = job
  const code = [definition, ...Object.values(modules), ...(packages ? [packages.code] : [])]
  // Most runs send nothing.
  let opened: ReturnType<typeof openPathTemplates> | undefined
  const templates = () => {
    opened ??= openPathTemplates({ code, parameters, config })
    return opened
  }
  const declared = network.filter((pattern) => !chosenHosts.includes(pattern))
  const places = new Map<SandboxRequest, Place>()

  function locateRefused({ method, host }: SandboxRequest): Place {
    const isKnown = declared.includes(host) || templates().isHostInCode(host)
    return {
      method: nameMethod(method),
      host: isKnown ? host : '{address}',
      path: '',
      query: [],
      headers: [],
    }
  }

  return {
    locate(entry, { url, host }, sent) {
      const pattern =
        declared.find((each) => each === host) ?? declared.find((each) => matchesHost(each, host))
      // The path of an address that the caller chose is the caller's, too.
      const { path, query } = pattern ? templates().describe(url) : { path: '/…', query: [] }
      const headers = pattern
        ? nameHeaders(sent, (name) => templates().isInCode(name, { ignoresCase: true }))
        : []
      const method = nameMethod(entry.method)
      places.set(entry, { method, host: pattern ?? '{address}', path, query, headers })
    },

    list(trace) {
      const observed = new Map<string, ObservedRequests>()
      for (const entry of trace) {
        const found = places.get(entry) ?? locateRefused(entry)
        const isNew = !observed.has(keyOf(found))
        const place = isNew && observed.size >= MAX_OBSERVED_PLACES ? OTHER : found
        const line = observed.get(keyOf(place)) ?? createLine(place)
        observed.set(keyOf(place), addRequest(line, entry))
      }
      return [...observed.values()]
    },
  }
}

/** Sent by clients without being asked to, or without saying anything of the request; and those of the sandbox itself. */
const USUAL_HEADERS =
  /^(?:accept(?:-.*)?|authorization|cache-control|connection|content-(?:encoding|length|type)|host|pragma|range|transfer-encoding|user-agent|x-guildhall-.*|cf-.*)$/
const MAX_HEADER_NAMES = 8
const MAX_NAME_CHARS = 48

function nameHeaders(headers: IncomingHttpHeaders, isWritten: (text: string) => boolean): string[] {
  const names = Object.keys(headers)
    .filter((name) => !USUAL_HEADERS.test(name))
    .map((name) => (name.length <= MAX_NAME_CHARS && isWritten(name) ? name : '{name}'))
  return [...new Set(names)].sort().slice(0, MAX_HEADER_NAMES)
}

function nameMethod(method: string): string {
  return METHODS.has(method) ? method : 'OTHER'
}

function keyOf({ method, host, path, query, headers }: Place): string {
  return JSON.stringify([method, host, path, query, headers])
}

function createLine(place: Place): ObservedRequests {
  return { ...place, calls: 0, statuses: {}, sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, secrets: [] }
}

function addRequest(line: ObservedRequests, entry: SandboxRequest): ObservedRequests {
  const { status, sentBytes, bytes, secrets = [] } = entry
  // A run may end before it has read a response, which then is refused, too.
  const outcome = status === undefined ? 'refused' : `${Math.floor(status / 100)}xx`
  return {
    ...line,
    calls: line.calls + 1,
    statuses: { ...line.statuses, [outcome]: (line.statuses[outcome] ?? 0) + 1 },
    sentBytes: line.sentBytes + sentBytes,
    maxSentBytes: Math.max(line.maxSentBytes, sentBytes),
    receivedBytes: line.receivedBytes + bytes,
    secrets: [...new Set([...line.secrets, ...secrets])],
  }
}

/** Writes down which secrets a request carries, as far as it has been sent. */
export function noteSecrets(
  entry: SandboxRequest,
  { used, signing }: { used: ReadonlySet<string>; signing: readonly { key: string }[] },
): void {
  const keys = [...new Set([...(entry.secrets ?? []), ...used, ...signing.map(({ key }) => key)])]
  if (keys.length > 0) entry.secrets = keys
}
