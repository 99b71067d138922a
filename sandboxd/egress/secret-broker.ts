/**
 * Puts the values of secrets where their placeholders stand in a request, for the hosts that they are meant for.
 *
 * The code in the box only ever holds placeholders. Sent to any other host, a placeholder stays what it is: a word
 * that means nothing to anybody. Source: specification "Execution", Config and secrets.
 */
import { spellingsOf } from '../../lib/contract/json/redact.ts'
import type { SandboxSecret } from '../../lib/sandbox/sandbox.ts'
import { covers } from './destination.ts'

export type Broker = {
  /** True when no secret is meant for this host, so that nothing has to be looked through. */
  isIdle: boolean
  inHeader(name: string, value: string): string
  inUrl(url: string): string
  /** In a piece of a body of this content type. A character is a byte (Latin-1), as the body may not be text. */
  inBody(bytes: string, contentType: string): string
  /**
   * The way back: what an origin echoes of the values is turned into placeholders again, or code that has an echo
   * among its hosts could read them, and send them on. A character is a byte.
   */
  takeBack(bytes: string): string
  /** From where on `bytes` may be the beginning of something to be taken back; its length when it is none. */
  beginningOfEcho(bytes: string): number
}

/** How every placeholder is written; a piece of a body that ends inside one is held back until it is whole. */
const PLACEHOLDER = /sbxsec_[A-Za-z0-9_-]{24}/g
export const PLACEHOLDER_LENGTH = 'sbxsec_'.length + 24

export function openBroker(secrets: readonly SandboxSecret[], host: string): Broker {
  const values = new Map(
    secrets
      .filter(({ hosts }) => hosts.some((pattern) => covers(pattern, host)))
      .map(({ placeholder, value }) => [placeholder, value]),
  )
  const echoes = new Map(
    [...values].flatMap(([placeholder, value]) =>
      [...spellingsOf(value)].map((spelling) => [latin1(spelling), placeholder] as const),
    ),
  )
  const spellings = [...echoes.keys()].sort((a, b) => b.length - a.length)
  const longest = spellings[0]?.length ?? 0
  const put = (text: string, spell: (value: string) => string) =>
    text.replace(PLACEHOLDER, (found) => {
      const value = values.get(found)
      return value === undefined ? found : spell(value)
    })

  return {
    isIdle: values.size === 0,
    inHeader: (name, value) =>
      name.toLowerCase() === 'authorization' ? inAuthorization(value, put) : put(value, asItIs),
    inUrl: (url) => put(url, encodeURIComponent),
    inBody(bytes, contentType) {
      const spell = spellingOf(contentType)
      return put(bytes, (value) => latin1(spell(value)))
    },
    takeBack: (bytes) =>
      spellings.reduce(
        (text, spelling) =>
          text.includes(spelling) ? text.replaceAll(spelling, echoes.get(spelling) ?? '') : text,
        bytes,
      ),
    beginningOfEcho(bytes) {
      for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
        const rest = bytes.slice(at)
        if (spellings.some((spelling) => spelling.startsWith(rest))) return at
      }
      return bytes.length
    },
  }
}

/** Its bytes, a character each. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

type Put = (text: string, spell: (value: string) => string) => string

const asItIs = (value: string) => value

/** Basic credentials are looked into: the code joined and encoded them before they came here. */
function inAuthorization(value: string, put: Put): string {
  const [, scheme = '', encoded = ''] = /^(basic\s+)([A-Za-z0-9+/_=-]+)\s*$/i.exec(value) ?? []
  if (!encoded) return put(value, asItIs)
  const credentials = put(Buffer.from(encoded, 'base64').toString(), asItIs)
  return scheme + Buffer.from(credentials).toString('base64')
}

/** A secret with a quote or an ampersand in it must not end the text that it stands in. */
function spellingOf(contentType: string): (value: string) => string {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return encodeURIComponent
  if (/^[^;]*\bjson\b/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1)
  return asItIs
}
