/** What a version was observed to do, in sentences. */
import { formatBytes } from '../../kernel/text/format.ts'
import { plural } from '../../kernel/text/plural.ts'
import { type BehaviourLine, OTHER } from './behaviour-profile.ts'

/** Returns a sentence such as "Sends POST requests to api.example.com/v1/send." */
export function describeBehaviour({ kind, object, statuses, calls }: BehaviourLine): string {
  if (object === OTHER) return `Does more of this kind (${kind.replace('_', ' ')}) than is listed here.`
  switch (kind) {
    case 'request': {
      const { method, place } = splitRequest(object)
      const never = statuses.refused === calls ? ' None was answered.' : ''
      return `Sends ${method} requests to ${explainPlace(place)}.${never}`
    }
    case 'query': {
      const [request = '', name = ''] = object.split(' ?')
      const { method, place } = splitRequest(request)
      return `Sends the query parameter “${name}” with ${method} requests to ${explainPlace(place)}.`
    }
    case 'header': {
      const [request = '', name = ''] = object.split(' #')
      const { method, place } = splitRequest(request)
      return `Sends the header “${name}” with ${method} requests to ${explainPlace(place)}.`
    }
    case 'secret': {
      const [key = '', host = ''] = object.split(' → ')
      return `Sends the secret “${key}” to ${host}.`
    }
    case 'refused':
      return `Tries to reach ${object === '{address}' ? 'a host' : object}, which it does not declare. The request is refused.`
    case 'vault_read':
      return `Reads ${explainVault(object)}.`
    case 'vault_write':
      return `Changes ${explainVault(object)}.`
    case 'skill':
      return `Calls the skill ${object}.`
    case 'tool':
      return `Calls the tool ${object}.`
    case 'blob_read':
      return 'Reads blobs that it is given.'
    case 'blob_write':
      return 'Writes blobs.'
    case 'package':
      return `Uses the package ${object}.`
    case 'code':
      return `Its code generates code: ${object}.`
  }
}

/** Returns how much was sent and received, such as "12 calls, sent 4 KB (at most 1 KB), received 12 KB"; "" for what has no bytes. */
export function describeTraffic(line: BehaviourLine): string {
  if (line.kind !== 'request') return ''
  const { calls, sentBytes, maxSentBytes, receivedBytes } = line
  const sent =
    sentBytes > 0
      ? `sent ${formatBytes(sentBytes)} (at most ${formatBytes(maxSentBytes)} each)`
      : 'sent no body'
  return `${plural(calls, 'request')}, ${sent}, received ${formatBytes(receivedBytes)}`
}

function splitRequest(object: string): { method: string; place: string } {
  const [method = '', ...rest] = object.split(' ')
  return { method, place: rest.join(' ') }
}

function explainPlace(place: string): string {
  return place.startsWith('{address}') ? 'an address that the caller enters' : place
}

function explainVault(object: string): string {
  return object === OTHER ? 'other vault files' : object === '**' ? 'vault files' : `vault files in ${object}`
}
