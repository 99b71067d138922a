import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '#lib/kernel/errors.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type CommandInput, UsageError } from '../commands/cli-command.ts'
import {
  findSiteKey,
  listSitesWithKeys,
  originOf,
  requestJsonFromSite,
} from '../commands/remote-site/request-from-site.ts'

export const SITE_OPTION = {
  site: 'the address of the site (default: the one that this command line came from)',
}
export const PUBLISHER_OPTION = { publisher: 'the handle to publish under, if your organisation has several' }

export const PACKAGE_NAME = 'guildhall-cli'

/**
 * Returns the origin of the site: the option, GUILDHALL_SITE, the site that this package was installed from, or the only
 * one with a stored key. Throws UsageError if none of them is known.
 */
export function chooseSite({ options }: Pick<CommandInput, 'options'>): string {
  const given = options.site ?? process.env.GUILDHALL_SITE
  if (given) return originOf(given)
  const installed = findInstalledFrom(import.meta.dirname)
  if (installed) return installed
  const [only, ...more] = listSitesWithKeys()
  if (only && more.length === 0) return only
  throw new UsageError(
    more.length > 0
      ? `You are logged in to several sites: ${[only, ...more].join(', ')}. Choose one with --site.`
      : 'Name the site with --site https://market.example, or log in first.',
  )
}

/**
 * Returns the origin of the site whose /cli.tgz was installed into `folder`, as npm's hidden lockfile says. See
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json#hidden-lockfiles
 */
export function findInstalledFrom(folder: string): string | undefined {
  try {
    const lock = fs.readFileSync(path.join(folder, '..', '.package-lock.json'), 'utf8')
    const read: Json = JSON.parse(lock)
    const entry = isObject(read) && isObject(read.packages) && read.packages[`node_modules/${PACKAGE_NAME}`]
    const url = isObject(entry) && typeof entry.resolved === 'string' ? new URL(entry.resolved) : null
    return url && /^https?:$/.test(url.protocol) && url.pathname === paths.cliArchive ? url.origin : undefined
  } catch {
    // Installed in another way, for example linked from a checkout.
    return undefined
  }
}

/** Returns GUILDHALL_KEY, or the key that `login` stored. */
export function findKey(site: string): string | undefined {
  return process.env.GUILDHALL_KEY || findSiteKey(site)
}

/** Returns the key as `findKey`. Throws UNAUTHENTICATED if there is none. */
export function requireKey(site: string): string {
  const key = findKey(site)
  if (key !== undefined) return key
  throw new AppError('UNAUTHENTICATED', {
    message: `You are not logged in to ${site}.`,
    suggestedAction: `Run "${commandName()} login --site ${site}" first.`,
  })
}

/** Throws the site's errors; a key that the site rejects is UNAUTHENTICATED. */
export function getFromSite<Answer>(site: string, url: string, key = requireKey(site)): Promise<Answer> {
  return ask<Answer>(site, url, {}, key)
}

/** Throws as `getFromSite`. */
export function deleteFromSite<Answer>(site: string, url: string): Promise<Answer> {
  return ask<Answer>(site, url, { method: 'DELETE' }, requireKey(site))
}

/** Sends JSON to the site and returns its answer. Throws as `getFromSite`. */
export function postToSite<Answer>(site: string, url: string, body: object): Promise<Answer> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  return ask<Answer>(site, url, init, requireKey(site))
}

/** Drafts and staged versions show it as the program that wrote them. */
function programName(): string {
  try {
    const manifest = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'))
    return `${PACKAGE_NAME}/${manifest.version}`
  } catch {
    // Run from a checkout.
    return PACKAGE_NAME
  }
}

/** Returns how the program is started: npx from the site that it came from, or its own name. */
export function commandName(): string {
  const origin = findInstalledFrom(import.meta.dirname)
  return origin ? `npx ${origin}${paths.cliArchive}` : 'guildhall'
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

async function ask<Answer>(site: string, url: string, init: Sent, key: string): Promise<Answer> {
  try {
    // A redirect would turn a POST into a GET, and another host must not get the key.
    return await requestJsonFromSite<Answer>(
      site,
      url,
      { ...init, headers: { ...init.headers, 'user-agent': programName() }, redirect: 'manual' },
      key,
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error
    throw new AppError('UNAUTHENTICATED', {
      message: error.message,
      suggestedAction: `Create a key at ${site}${paths.keys}, then run "login" again.`,
      cause: error,
    })
  }
}
