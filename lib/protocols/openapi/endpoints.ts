/**
 * All operations of the REST API, except the call of a skill: its schemas come from the skill's contract
 * (`openapi-document.ts`).
 */
import * as automations from './automation-endpoints.ts'
import * as batches from './batch-endpoints.ts'
import * as blobs from './blob-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as keys from './key-endpoints.ts'
import * as plans from './plan-endpoints.ts'
import * as rollouts from './rollout-endpoints.ts'
import * as runs from './run-endpoints.ts'
import * as skills from './skill-endpoints.ts'
import * as studio from './studio-endpoints.ts'
import * as vault from './vault-endpoints.ts'

export const ENDPOINTS: readonly Endpoint[] = [
  skills,
  runs,
  batches,
  blobs,
  vault,
  plans,
  automations,
  rollouts,
  keys,
  studio,
].flatMap((endpoints): Endpoint[] => Object.values(endpoints))
