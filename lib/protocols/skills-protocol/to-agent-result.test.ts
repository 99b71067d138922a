import { expect, test, vi } from 'vitest'
import type { Context } from '../../context/context.ts'
import { type ResultRun, toAgentResult } from './to-agent-result.ts'

const RUN: ResultRun = {
  id: 'run_1',
  skillName: 'a.b.c',
  versionNumber: '1.0.0',
  state: 'succeeded',
  notices: [],
  coercions: [],
  logs: [],
  contractHash: 'f'.repeat(64),
  output: { text: 'x'.repeat(70_000) },
  charged: '0.05',
}

test('an ended and paid run is returned even if no blob can be stored', async () => {
  const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => {})
  const db = new Proxy({} as Context['db'], {
    get() {
      throw new TypeError('no disk')
    },
  })

  const answer = await toAgentResult({ viewer: null, db, channel: 'rpc' } as unknown as Context, RUN)

  expect(answer).toMatchObject({ status: 'completed', charged: '0.05', output_shape: { type: 'object' } })
  expect(answer).not.toHaveProperty('output_blobs')
  expect(answer.summary).toContain('GET /api/runs/run_1')
  expect(errorSpy).toHaveBeenCalledWith(expect.stringContaining('no disk'))
  errorSpy.mockRestore()
})

test('a large output that the organisation does not store is returned whole, because it can be had nowhere else', async () => {
  const ctx = { viewer: null, channel: 'rpc' } as unknown as Context

  const answer = await toAgentResult(ctx, { ...RUN, isSealed: true })

  expect(answer.output).toEqual(RUN.output)
  expect(answer).not.toHaveProperty('output_shape')
})
