import type { MetadataRoute } from 'next'
import { headers } from 'next/headers'
import { guideGroups } from '#components/docs/guide.ts'
import { listPublicSkills } from '#lib/catalog/list-public-skills.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = publicOrigin(await headers())
  const skills = await listPublicSkills(await contextFromCookie())
  const guide = guideGroups().flatMap(({ pages }) => pages.map(({ href }) => href))
  return [
    ...[paths.home, paths.find, paths.docs, paths.about, paths.privacy, ...guide].map((path) => ({
      url: origin + path,
    })),
    ...skills.map(({ name, publishedAt }) => ({
      url: origin + skillNamePath(name),
      lastModified: publishedAt,
    })),
  ]
}
