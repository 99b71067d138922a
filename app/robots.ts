import type { MetadataRoute } from 'next'
import { headers } from 'next/headers'
import { paths } from '#lib/kernel/site/paths.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** Pages about a person's own things, secret links, and searches, of which there are endlessly many. */
const NOT_FOR_ROBOTS = [
  '/api/',
  '/admin',
  '/settings',
  '/shared/',
  '/embed/',
  '/join/',
  '/reset/',
  '/confirm-email/',
  '/unsubscribe/',
  '/*?*q=',
  '/*?*cursor=',
]

export default async function robots(): Promise<MetadataRoute.Robots> {
  return {
    rules: { userAgent: '*', allow: '/', disallow: NOT_FOR_ROBOTS },
    sitemap: publicOrigin(await headers()) + paths.sitemap,
  }
}
