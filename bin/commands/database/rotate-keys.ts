import { isKeyInEnvironment } from '#lib/config/master-key.ts'
import { type Rotation, rotateMasterKey } from '#lib/config/rotate-master-key.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import type { CliCommand } from '../cli-command.ts'

export const rotateKeysCommand: CliCommand = {
  summary: 'Re-encrypt all sealed settings with a new master key while the site is running.',
  usage: '',
  options: {},
  positionals: 0,
  needsDatabase: true,
  async run() {
    const rotation = await rotateMasterKey(await contextForOperator('system'))
    const { keyId, kind, rewrapped, damaged } = rotation
    return {
      text: [...damaged.map(damageText), describeRotation(rotation), nextStep(rotation)].join('\n'),
      json: { key_id: keyId, kind, rewrapped, damaged },
      isFailure: damaged.length > 0,
    }
  },
}

function describeRotation({ kind, rewrapped, keyId }: Rotation): string {
  const all = `${plural(rewrapped, 'value is', 'values are')} now encrypted with the master key ${keyId}.`
  if (kind === 'fresh') return `Created a new master key. ${all}`
  return kind === 'finished'
    ? `Finished the interrupted rotation. ${all}`
    : `Nothing to do: everything is encrypted with ${keyId}.`
}

function nextStep({ kind }: Rotation): string {
  if (!isKeyInEnvironment())
    return 'The old key is in master.key.old in the data folder. Existing backups need it. Delete it when you no longer have any of them.'
  if (kind === 'nothing')
    return 'The key comes from GUILDHALL_MASTER_KEY. To change it: add a new one (openssl rand -base64 32) to GUILDHALL_MASTER_KEY_OLD on every server, then swap the two, and run this command again.'
  return 'You can now remove GUILDHALL_MASTER_KEY_OLD. Existing backups still need the old key.'
}

const damageText = ({ organisationId, skillSetId, key }: Rotation['damaged'][number]) =>
  `“${key}” of organisation ${organisationId} for SkillSet ${skillSetId} was modified outside of Guildhall and cannot be decrypted. Enter it again.`
