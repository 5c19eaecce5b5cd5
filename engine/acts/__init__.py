"""What players do, one gerund a file. Each act checks first, and then adds facts to the draft."""
