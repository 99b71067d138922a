'use client'

import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'

/** Ends every session, after asking. */
export function SignOutEverywhere({ signOut }: { signOut: () => Promise<string | undefined> }) {
  return (
    <Confirm
      title="Sign out everywhere?"
      what="Every browser you are signed in with has to sign in again, this one too. API keys keep working."
      verb="Sign out everywhere"
      onConfirm={signOut}
    >
      <Button variant="outline">Sign out everywhere</Button>
    </Confirm>
  )
}
