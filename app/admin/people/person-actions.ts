import {
  endSessions,
  makeResetLink,
  removeSecondFactor,
  setAdmin,
  suspendPerson,
  unsuspendPerson,
} from './actions.ts'

/** What the menu of a person offers, in the list and on the page of one. */
export const PERSON_ACTIONS = {
  setAdmin,
  suspendPerson,
  unsuspendPerson,
  endSessions,
  removeSecondFactor,
  resetLink: makeResetLink,
}
