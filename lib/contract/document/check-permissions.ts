/**
 * Rules of permissions that one field alone cannot keep.
 *
 * Ground; also in the browser. Source: specification "Execution", Config and secrets.
 */
import type { Issue } from '../../errors.ts'
import { eachObject, eachText, repeated } from '../json/each-object.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { isRange } from '../version/version-number.ts'
import { isSecret } from './config-values.ts'
import type { ConfigDefinition } from './skillset-document.ts'

export function checkPermissions(document: JsonObject): Issue[] {
  const { permissions } = document
  if (!isObject(permissions)) return []
  const secrets = eachObject(permissions.secrets)
  const known = eachObject(document.configDefinitions).filter(([each]) =>
    isSecret(each as unknown as ConfigDefinition),
  )
  const keys = new Set(known.map(([{ key }]) => key))
  return [
    ...repeated(secrets, 'key').map((index) => at(`secrets/${index}/key`, 'key must be unique')),
    ...secrets.flatMap(([secret, index]) =>
      checkSecret(secret, `secrets/${index}`, keys.has(secret.key ?? null)),
    ),
    ...eachText(permissions.skills).flatMap(([name, index]) => {
      const range = name.split('@')[1]
      return range === undefined || isRange(range)
        ? []
        : [at(`skills/${index}`, `${range} is no version range`)]
    }),
  ]
}

function checkSecret({ key, exposure, reason }: JsonObject, place: string, isKnown: boolean): Issue[] {
  const isUnknown = typeof key === 'string' && key !== '' && !isKnown
  return [
    ...(isUnknown
      ? [at(`${place}/key`, `key must name a SECRET or sensitive config definition; ${key} is none`)]
      : []),
    ...(exposure === 'raw' && !reason
      ? [
          at(
            `${place}/reason`,
            'reason is needed for raw exposure: say why the code must hold the secret itself',
          ),
        ]
      : []),
  ]
}

function at(place: string, message: string): Issue {
  return { path: `/permissions/${place}`, keyword: 'permission', message }
}
