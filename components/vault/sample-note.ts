/** A note to look at and play with. */
export const SAMPLE_PATH = 'Welcome.md'

export const SAMPLE_NOTE = `# Welcome to your vault

This note is yours: change it, rename it, throw it away.

## What you can do here

- Write **Markdown** and see what it looks like with the buttons above.
- Find words in all files with *Search*.
- See who changed what with *History*, and take it back.

## Together with agents

While this note is open, an agent with a key of yours can work in it. Mark the next line and ask your agent to
replace the selection:

> This sentence is too long and could perhaps be said in a way that is somewhat shorter.

## To do

- [ ] Drop a few files on this page
- [ ] Run a skill that reads this note
`
