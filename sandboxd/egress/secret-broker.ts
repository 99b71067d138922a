/**
 * Puts secrets into requests. Code in the sandbox only ever has placeholders (docs/spec/execution.md §3); for a host that is not
 * the secret's a placeholder stays as it is, and is worthless.
 */

import { Transform } from 'node:stream'
import { tokenHostOf } from '../../lib/contracts/document/secret-use.ts'
import { matchesHost } from '../../lib/kernel/network/destination.ts'
import { encodeSpellings } from '../../lib/kernel/redaction/redact.ts'
import { openReplacer, type Replacer } from '../../lib/kernel/redaction/replace-needles.ts'
import type { SandboxSecret } from '../../lib/sandbox/sandbox.ts'

export type SecretBroker = {
  /** True if the host receives no secret of the run. */
  isIdle: boolean
  /** Keys of the secrets that were put into something until now. */
  used: ReadonlySet<string>
  inHeader(name: string, value: string): string
  inUrl(url: string): string
  /** Fills a chunk of a body. One character is one byte (Latin-1), because the body may be binary. */
  inBody(bytes: string, contentType: string): string
  /** Removes secrets, because code could read them through an echoing host. One character is one byte. */
  echoes: Replacer
}

/** A placeholder. A chunk that ends inside one is held back until it is complete. */
const PLACEHOLDER = /sbxsec_[A-Za-z0-9_-]{24}/g
export const PLACEHOLDER_LENGTH = 'sbxsec_'.length + 24

export function openSecretBroker(secrets: readonly SandboxSecret[], host: string): SecretBroker {
  // The guard itself sends it a secret, which it could return to the code.
  const isTokenHost = secrets.some(({ use }) => tokenHostOf(use) === host)
  const sent = new Map(
    secrets
      .filter(({ hosts, use }) => !use && hosts.some((pattern) => matchesHost(pattern, host)))
      .map((secret) => [secret.placeholder, secret]),
  )
  const used = new Set<string>()
  const replaceWhere =
    (isAllowed: (sentIn: SandboxSecret['sentIn']) => boolean): ReplacePlaceholders =>
    (text, spell) =>
      text.replace(PLACEHOLDER, (found) => {
        const secret = sent.get(found)
        if (!secret || !isAllowed(secret.sentIn)) return found
        used.add(secret.key)
        return spell(secret.value)
      })
  const replacePlaceholders = replaceWhere((sentIn) => sentIn === undefined)

  return {
    isIdle: sent.size === 0 && !isTokenHost,
    used,
    inHeader(name, value) {
      const header = name.toLowerCase()
      const replace = replaceWhere((sentIn) => !sentIn || ('header' in sentIn && sentIn.header === header))
      return header === 'authorization' ? inAuthorization(value, replace) : replace(value, unchanged)
    },
    inUrl: (url) => inQuery(replacePlaceholders(url, encodeURIComponent), replaceWhere),
    inBody(bytes, contentType) {
      const spell = encodingFor(contentType)
      return replacePlaceholders(bytes, (value) => latin1(spell(value)))
    },
    get echoes() {
      return this.isIdle ? NO_ECHOES : findEchoReplacer(secrets)
    },
  }
}

const NO_ECHOES = openReplacer(new Map())

// Cached by run, because every request needs it, and preparing a long value is slow.
const echoCache = new WeakMap<readonly SandboxSecret[], Replacer>()

/** Finds all secrets of the run, also those of other hosts: no response may reveal any of them. */
function findEchoReplacer(secrets: readonly SandboxSecret[]): Replacer {
  const before = echoCache.get(secrets)
  if (before) return before
  const placeholders = new Map<string, string>()
  for (const { value, placeholder } of secrets) {
    for (const spelling of encodeSpellings(value))
      if (!placeholders.has(spelling)) placeholders.set(spelling, placeholder)
  }
  const echoes = openReplacer(placeholders)
  echoCache.set(secrets, echoes)
  return echoes
}

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

type ReplacePlaceholders = (text: string, spell: (value: string) => string) => string

/** Inserts secrets that may be sent in one query parameter only. */
function inQuery(
  url: string,
  replaceWhere: (isAllowed: (sentIn: SandboxSecret['sentIn']) => boolean) => ReplacePlaceholders,
): string {
  return url.replace(/([?&])([^=&#]+)=([^&#]*)/g, (_found, mark: string, name: string, value: string) => {
    const replace = replaceWhere(
      (sentIn) => sentIn !== undefined && 'query' in sentIn && sentIn.query === name,
    )
    return `${mark}${name}=${replace(value, encodeURIComponent)}`
  })
}

const unchanged = (value: string) => value

/** Inserts secrets into a header whose Basic credentials the code has joined and encoded already; they are decoded first. */
function inAuthorization(value: string, replace: ReplacePlaceholders): string {
  const [, scheme = '', encoded = ''] = /^(basic\s+)([A-Za-z0-9+/_=-]+)\s*$/i.exec(value) ?? []
  if (!encoded) return replace(value, unchanged)
  const credentials = replace(Buffer.from(encoded, 'base64').toString(), unchanged)
  return scheme + Buffer.from(credentials).toString('base64')
}

/** Returns how to write a value in a body of this type: quotes and ampersands would end the text around it. */
function encodingFor(contentType: string): (value: string) => string {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return encodeURIComponent
  if (/^[^;]*\bjson\b/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1)
  return unchanged
}

const MARK = 'sbxsec_'

/** Replaces placeholders in streamed bodies, buffering only what may be the start of one. */
export function fillBody(broker: SecretBroker, contentType: string): Transform {
  let pending = ''
  const fill = (bytes: string) => Buffer.from(broker.inBody(bytes, contentType), 'latin1')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = pending + chunk.toString('latin1')
      const end = findPlaceholderStart(bytes)
      pending = bytes.slice(end)
      done(null, fill(bytes.slice(0, end)))
    },
    flush(done) {
      done(null, fill(pending))
    },
  })
}

/**
 * Removes secrets from a streamed response. Always holds back as much as the longest secret: if that depended on whether a
 * chunk ends with the beginning of one, code that writes the response itself could guess the secret character by character.
 */
export function redactEchoes(broker: SecretBroker): Transform {
  const echoes = broker.echoes.openStream({ isSteady: true })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(echoes.push(chunk.toString('latin1')), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(echoes.end(), 'latin1'))
    },
  })
}

/** Returns where a placeholder starts that the text may end within; its length if there is none. */
function findPlaceholderStart(bytes: string): number {
  const from = Math.max(0, bytes.length - PLACEHOLDER_LENGTH + 1)
  for (let at = from; at < bytes.length; at += 1)
    if (MARK.startsWith(bytes.slice(at, at + MARK.length))) return at
  return bytes.length
}
