import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, SONNER_STYLES } from './content-security-policy.ts'

const policy = contentSecurityPolicy('abc', { dev: false })

test('only scripts with the nonce run, and nothing is evaluated', () => {
  const scripts = /script-src ([^;]+)/.exec(policy)![1]!

  expect(scripts).toBe("'self' 'nonce-abc' 'strict-dynamic'")
})

test('style elements need the nonce', () => {
  expect(/style-src ([^;]+)/.exec(policy)![1]).not.toContain('unsafe-inline')
})

test('the site cannot be framed, and nothing loads from another host', () => {
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
})

test('an embedded form can be framed by the listed sites, and nothing else changes', () => {
  const sites = ['https://www.example.com', 'https://*.example.org']
  const embedded = contentSecurityPolicy('abc', { dev: false, frameAncestors: sites })

  expect(embedded).toBe(policy.replace("frame-ancestors 'none'", `frame-ancestors ${sites.join(' ')}`))
})

test('the hashes are those of the style sheet in the installed sonner', () => {
  const main = createRequire(import.meta.url).resolve('sonner')
  const source = readFileSync(path.join(path.dirname(main), 'index.mjs'), 'utf8')
  const css = JSON.parse(/__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)![1]!)

  expect(SONNER_STYLES).toEqual(['', css].map((text) => `'${hash(text)}'`))
})

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
