/**
 * Everything that an account can use up and that waiting does not give back. What time gives back (requests an hour,
 * runs at once) is refused with RATE_LIMIT_EXCEEDED and `retry_after` instead. See docs/spec/contracts.md §4.
 */
import { AppError, type Issue } from './errors.ts'

type LimitedSpec = {
  label: string
  unit: 'items' | 'bytes'
  /** How to get room again; refusals that know better say it themselves. */
  room: string
}

// biome-ignore format: table
export const LIMITED = {
  organisations:        { unit: 'items', label: 'Organisations that one person created',      room: 'Use one of them, or ask a colleague to create the next one and invite you.' },
  handles:              { unit: 'items', label: 'Publisher handles of an organisation',       room: 'Publish under one of these handles, or transfer one to another organisation.' },
  names:                { unit: 'items', label: 'Names of a publisher or SkillSet',           room: 'Use one of its former names again.' },
  screenshots:          { unit: 'items', label: 'Screenshots of a SkillSet',                   room: 'Remove one of them first.' },
  skill_sets:           { unit: 'items', label: 'SkillSets of a publisher',                   room: 'Delete SkillSets you no longer need.' },
  staged_submissions:   { unit: 'items', label: 'Staged versions that wait to be submitted',  room: 'Submit or discard some of them in the settings of the SkillSet.' },
  trusted_repositories: { unit: 'items', label: 'Repositories that a SkillSet trusts',        room: 'Remove a repository you no longer publish from.' },
  secret_answers:       { unit: 'items', label: 'Answers to findings of secrets',             room: 'Remove the secrets instead.' },
  toolsets:             { unit: 'items', label: 'Toolsets of an organisation',                room: 'Delete a toolset you no longer need.' },
  toolset_skills:       { unit: 'items', label: 'Skills in a toolset',                        room: 'Remove a skill from it, or create another toolset.' },
  collections:          { unit: 'items', label: 'Collections of a person',                    room: 'Delete a collection you no longer need.' },
  collection_entries:   { unit: 'items', label: 'Entries of a collection',                    room: 'Remove entries from it, or make another collection.' },
  presets:              { unit: 'items', label: 'Presets of a person for a skill',            room: 'Delete a preset you no longer need.' },
  plans:                { unit: 'items', label: 'Saved plans of an organisation',             room: 'Delete plans you no longer need.' },
  automations:          { unit: 'items', label: 'Automations of an organisation',             room: 'Delete automations you no longer need.' },
  webhooks:             { unit: 'items', label: 'Webhooks of an organisation',                room: 'Delete a webhook you no longer need.' },
  open_files:           { unit: 'items', label: 'Files that a person has open in the vault',  room: 'Close a file first.' },
  vault_files:          { unit: 'items', label: 'Files and folders in the vault',             room: 'Delete files you no longer need.' },
  vault_storage:        { unit: 'bytes', label: 'Size of the vault',                          room: 'Delete files you no longer need, or write less.' },
  run_storage:          { unit: 'bytes', label: 'Stored runs and plan runs',                  room: 'Free space under Settings → Storage, then try again.' },
  recording_storage:    { unit: 'bytes', label: 'Recordings of runs',                         room: 'Recordings go with their runs: delete old runs, or end the recording under Runs → Updates.' },
  blob_storage:         { unit: 'bytes', label: 'Stored blobs',                               room: 'Delete blobs you no longer need, or upload less.' },
  skill_storage:        { unit: 'bytes', label: 'Skills, with their versions and files',      room: 'Free space under Settings → Storage, then try again.' },
  image_storage:        { unit: 'bytes', label: 'Images that a person uploaded',              room: 'Remove images from your SkillSets and publishers. Images that nothing shows are deleted within a day.' },
  archive_files:        { unit: 'items', label: 'Files in one export of the vault',           room: 'Export the folders one by one.' },
  archive_size:         { unit: 'bytes', label: 'Size of one export of the vault',            room: 'Export the folders one by one.' },
  plan_results:         { unit: 'bytes', label: 'Results of all steps of a plan run',         room: 'Read less in its steps, or process fewer items per plan.' },
  minted_keys:          { unit: 'items', label: 'Valid keys that were minted from one key',   room: 'Revoke keys you no longer need, or wait until some have expired.' },
  key_generations:      { unit: 'items', label: 'Keys that were minted one from another',     room: 'Mint from a key that is higher in the chain.' },
  key_runs:             { unit: 'items', label: 'Calls that a key may make',                  room: 'Use another key.' },
  spending_confirmations: { unit: 'items', label: 'Calls of a key that wait for a person',    room: 'Ask the person who created the key to decide on them.' },
  run_calls:            { unit: 'items', label: 'Calls of a run to skills and tools',        room: 'Make fewer calls, or split the work into several runs.' },
  run_blobs:            { unit: 'bytes', label: 'Blobs that a run writes',                    room: 'Write less, or split the work into several runs.' },
  run_blob_parts:       { unit: 'items', label: 'Parts of blobs that a run reads and writes', room: 'Use larger parts, or split the work into several runs.' },
  run_call_values:      { unit: 'items', label: 'Values in all calls of a run',               room: 'Send large data as text or as a blob.' },
} as const satisfies Record<string, LimitedSpec>

export type LimitedThing = keyof typeof LIMITED

/** What LIMIT_REACHED says to programs; `suggested_action` says how to get room. */
export type ReachedLimit = {
  what: LimitedThing
  max: number
  /** What is used now, before the refused call; absent if it was not counted. */
  used?: number
  unit: LimitedSpec['unit']
}

type LimitOptions = {
  max: number
  used?: number
  message: string
  suggestedAction?: string
  /** The page where the user can make room. */
  href?: string
  issues?: Issue[]
}

/** Returns LIMIT_REACHED with the usual advice on how to get room. */
export function limitReached(
  what: LimitedThing,
  { max, used, message, suggestedAction = LIMITED[what].room, href, issues }: LimitOptions,
): AppError {
  return new AppError('LIMIT_REACHED', {
    message,
    suggestedAction,
    limit: { what, max, ...(used !== undefined && { used }), unit: LIMITED[what].unit },
    ...(href && { href }),
    ...(issues && { issues }),
  })
}
