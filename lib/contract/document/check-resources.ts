/**
 * Files that come with a skill: names that stay inside its folder, and exactly one content each.
 *
 * Ground; also in the browser. Source: specification "Skills Protocol", read_skill_file.
 */
import type { Issue } from '../../errors.ts'
import { eachObject, repeated } from '../json/each-object.ts'
import type { JsonObject } from '../json/json.ts'

/** Paths start at the skill. */
export function checkResources(skill: JsonObject): Issue[] {
  const resources = eachObject(skill.resources)
  return [
    ...repeated(resources, 'path').map((index) => at(`${index}/path`, 'path must be unique')),
    ...resources.flatMap(([{ path, text, base64 }, index]) => [
      ...(typeof path === 'string' && isOutside(path)
        ? [at(`${index}/path`, 'path must stay inside the skill: relative, without .. and backslashes')]
        : []),
      ...((text === undefined) === (base64 === undefined)
        ? [at(`${index}/text`, 'a resource has either text or base64')]
        : []),
      ...(typeof base64 === 'string' && !isBase64(base64)
        ? [at(`${index}/base64`, 'base64 is not valid')]
        : []),
    ]),
  ]
}

function at(place: string, message: string): Issue {
  return { path: `/resources/${place}`, keyword: 'resource', message }
}

function isOutside(path: string): boolean {
  const segments = path.split('/')
  return /\\|\p{Cc}/u.test(path) || segments.some((each) => each === '..' || each === '.' || each === '')
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
