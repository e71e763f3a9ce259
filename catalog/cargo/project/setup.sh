cargo generate-lockfile --offline
