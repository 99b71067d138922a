import { expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { answerRun } from './answer-run.ts'
import type { Told } from './run-result.ts'

const RUN: Told = {
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

test('a run that has ended and is paid for is told of, also when nothing can be kept as a blob', async () => {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => {})
  const db = new Proxy({} as Context['db'], {
    get() {
      throw new TypeError('no disk')
    },
  })

  const answer = await answerRun({ viewer: null, db, door: 'rpc' } as unknown as Context, RUN)

  expect(answer).toMatchObject({ status: 'completed', charged: '0.05', output_shape: { type: 'object' } })
  expect(answer).not.toHaveProperty('output_blobs')
  expect(answer.summary).toContain('GET /api/runs/run_1')
  expect(heard).toHaveBeenCalledWith(expect.stringContaining('no disk'))
  heard.mockRestore()
})
