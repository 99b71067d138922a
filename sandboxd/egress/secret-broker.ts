/**
 * Puts the values of secrets where their placeholders stand in a request, for the hosts that they are meant for.
 *
 * The code in the box only ever holds placeholders. Sent to any other host, a placeholder stays what it is: a word
 * that means nothing to anybody. Source: specification "Execution", Config and secrets.
 */
import { spellingsOf } from '../../lib/contract/json/redact.ts'
import { openReplacer, type Replacer } from '../../lib/contract/json/replace-needles.ts'
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
  echoes: Replacer
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
    get echoes() {
      return values.size === 0 ? NO_ECHOES : echoesOf(secrets)
    },
  }
}

const NO_ECHOES = openReplacer(new Map())

// Of a run's list, which each of its requests asks for: to prepare for a long value takes a while.
const known = new WeakMap<readonly SandboxSecret[], Replacer>()

/** All of them, whichever the host is meant to have: no answer is a place to read any of them. */
function echoesOf(secrets: readonly SandboxSecret[]): Replacer {
  const before = known.get(secrets)
  if (before) return before
  const placeholders = new Map<string, string>()
  for (const { value, placeholder } of secrets) {
    for (const spelling of [...spellingsOf(value)].map(latin1))
      if (!placeholders.has(spelling)) placeholders.set(spelling, placeholder)
  }
  const echoes = openReplacer(placeholders)
  known.set(secrets, echoes)
  return echoes
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
