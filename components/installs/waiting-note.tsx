/** A better version is there, and nobody has agreed to what it may do. */
export function WaitingNote({ number }: { number: string }) {
  return (
    <p className="text-pretty text-sm text-warning">
      <strong>{number} waits for your consent.</strong> It may do more than was agreed to, so it is not used
      until then.
    </p>
  )
}
