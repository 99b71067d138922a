import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makePublishedVersion, visitor } from '../../testing/factories.ts'
import { makeCaller } from '../../testing/run-setup.ts'
import { deletePreset, listPresets, MAX_PRESETS, savePreset } from './run-presets.ts'

describe('a preset', () => {
  test('a preset saves an input under a name for one person', async () => {
    const [{ ctx }, other] = [await makeCaller(), await makeCaller()]
    const { skillName } = await makePublishedVersion()

    const preset = await savePreset(ctx, { skillName, name: ' Mornings ', input: { name: 'Ada' } })

    expect(await listPresets(ctx, skillName)).toEqual([preset])
    expect(preset).toMatchObject({ name: 'Mornings', input: { name: 'Ada' } })
    expect(await listPresets(other.ctx, skillName)).toEqual([])
    await expect(deletePreset(other.ctx, preset.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await deletePreset(ctx, preset.id)
    expect(await listPresets(ctx, skillName)).toEqual([])
  })

  test('a preset beyond the limit for one skill is refused, with advice', async () => {
    const { ctx, user } = await makeCaller()
    const { skillName, skillSetId } = await makePublishedVersion()
    const scope = { userId: user.id, organisationId: user.organisation.id, skillName, skillSetId }
    await database().preset.createMany({
      data: Array.from({ length: MAX_PRESETS }, (_, n) => ({ ...scope, name: `Preset ${n}`, input: {} })),
    })

    await expect(savePreset(ctx, { skillName, name: 'One more', input: {} })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      options: { suggestedAction: expect.stringContaining('Delete a preset') },
    })
  })

  test('presets saved at the same moment do not exceed the limit', async () => {
    const { ctx, user } = await makeCaller()
    const { skillName, skillSetId } = await makePublishedVersion()
    const scope = { userId: user.id, organisationId: user.organisation.id, skillName, skillSetId }
    await database().preset.createMany({
      data: Array.from({ length: MAX_PRESETS - 1 }, (_, n) => ({ ...scope, name: `Preset ${n}`, input: {} })),
    })

    const saved = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((name) => savePreset(ctx, { skillName, name, input: {} })),
    )

    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listPresets(ctx, skillName)).toHaveLength(MAX_PRESETS)
  })

  test('a preset needs a unique name and an existing skill', async () => {
    const { ctx } = await makeCaller()
    const { skillName } = await makePublishedVersion()
    await savePreset(ctx, { skillName, name: 'Mornings', input: {} })

    const save = (wanted: object) => savePreset(ctx, { skillName, name: 'Other', input: {}, ...wanted })

    await expect(save({ name: 'Mornings' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(save({ name: '  ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(save({ name: 'Morn\0ings' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(deletePreset(ctx, '\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(save({ skillName: 'a.b.c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(savePreset(visitor(), { skillName, name: 'X', input: {} })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
