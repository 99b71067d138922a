import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { deniedHostMessage, findDenial } from '../../kernel/network/denied-hosts.ts'
import { type Category, listOfferedCategories } from '../document/categories.ts'

/** What this site allows, beside the rules that hold on every site. */
export type SiteRules = {
  categories: readonly Category[]
  /** Hosts that no skill may reach, with all below them: "example.org" includes api.example.org. */
  deniedHosts: readonly string[]
}

/** Returns where a document asks for what this site does not offer. Malformed parts are `checkDocument`'s to report. */
export function checkSiteRules(document: Json, { categories, deniedHosts }: SiteRules): Issue[] {
  if (!isObject(document)) return []
  const permissions = isObject(document.permissions) ? document.permissions : {}
  return [
    ...checkCategories(document.categories, categories),
    ...checkNetwork(permissions.network, deniedHosts),
  ]
}

function checkCategories(chosen: Json | undefined, categories: readonly Category[]): Issue[] {
  if (!Array.isArray(chosen)) return []
  const offered = listOfferedCategories(categories)
  return chosen.flatMap((id, index) => {
    if (typeof id !== 'string' || offered.some((category) => category.id === id)) return []
    const retired = categories.find((category) => category.id === id)
    const list = `must be one of ${offered.map((category) => category.id).join(', ')}`
    const message = retired ? `“${retired.label}” is not offered on this site any more: ${list}` : list
    return [{ path: `/categories/${index}`, keyword: 'category', message }]
  })
}

/** Returns an issue for each declared host, or pattern, that is denied as a whole. */
export function checkNetwork(declared: Json | undefined, denied: readonly string[]): Issue[] {
  if (!Array.isArray(declared) || denied.length === 0) return []
  return declared.flatMap((pattern, index) => {
    const rule = typeof pattern === 'string' ? findDenial(pattern.replace(/^\*\./, ''), denied) : undefined
    if (rule === undefined) return []
    return [
      {
        path: `/permissions/network/${index}`,
        keyword: 'denied-host',
        message: deniedHostMessage(String(pattern)),
      },
    ]
  })
}
