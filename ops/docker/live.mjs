// Ends with 0 if the process of this container is alive: the app answers on PORT, a bot or jobs on HEALTH_PORT.
const ports = [process.env.PORT, process.env.HEALTH_PORT]
const answers = await Promise.all(
  ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/live`, { signal: AbortSignal.timeout(3_000) }).then(
      (reply) => reply.ok,
      () => false,
    ),
  ),
)
process.exitCode = answers.includes(true) ? 0 : 1
