/** What an entry of the public log of removals is about. */
export type RemovalKind =
  | 'take_down'
  | 'take_down_undone'
  | 'suspension'
  | 'suspension_lifted'
  | 'quarantine'
  | 'quarantine_ended'
  | 'recall'
  | 'recall_retracted'
