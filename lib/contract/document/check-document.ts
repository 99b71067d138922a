/**
 * Every rule a SkillSet must keep before it can be published, all at once.
 *
 * Ground, for servers. Total: a draft may lack anything, and whatever it lacks is a problem with a place.
 * Source: "Skill Schema & Validation"; specification "The SkillSet document".
 */
import type { Issue } from '../../errors.ts'
import { eachObject, repeated } from '../json/each-object.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { isRange } from '../version/version-number.ts'
import { checkConfig } from './check-config.ts'
import { checkFields } from './check-fields.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkPermissions } from './check-permissions.ts'
import { checkSkill } from './check-skill.ts'
import { isWebUrl } from './config-rule.ts'
import { fromCapabilities } from './from-capabilities.ts'
import { ownImage } from './own-image.ts'

/** Every problem of a document, complete or not, in the order of its fields; `path` points into it. */
export function checkDocument(given: Json): Issue[] {
  if (!isObject(given)) return [{ path: '', keyword: 'type', message: 'a SkillSet is a JSON object' }]
  const { document, origin } = fromCapabilities(given)
  const skills = eachObject(document.skills)
  const issues = [
    ...checkFields(document),
    ...checkUrls(document),
    ...checkRequires(document),
    ...checkConfig(document),
    ...checkPermissions(document),
    ...checkMigrations(document),
    ...repeated(skills, 'slug').map((index) => ({
      path: `/skills/${index}/slug`,
      keyword: 'unique',
      message: 'slug must be unique',
    })),
    ...skills.flatMap(([skill, index]) => checkSkill(skill, `/skills/${index}`, document)),
  ]
  return distinct(issues).map((issue) => ({ ...issue, path: origin(issue.path) }))
}

const IMAGES = ['logoImageUrl', 'bannerImageUrl']
const PAGES = ['privacyPolicyUrl', 'termsOfServiceUrl']

function checkUrls(document: JsonObject): Issue[] {
  return [...IMAGES, ...PAGES].flatMap((key) => {
    const url = document[key]
    if (typeof url !== 'string' || isWebUrl(url)) return []
    if (IMAGES.includes(key) && ownImage(url)) return []
    return [{ path: `/${key}`, keyword: 'url', message: `${key} must be a valid URL` }]
  })
}

function checkRequires({ requires }: JsonObject): Issue[] {
  if (typeof requires !== 'string' || requires === '' || isRange(requires)) return []
  return [{ path: '/requires', keyword: 'range', message: 'requires must be a version range such as >=1 <3' }]
}

function distinct(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}
