"""The questions of `init` fit the file that they fill."""

import tomllib

from referee.commands.init import FORM, config_text


def test_every_question_of_the_form_fills_its_own_key() -> None:
    answers = {
        question.name: {int: number, str: f"answer {number}"}.get(question.kind, [f"answer {number}"])
        for number, question in enumerate(FORM)
    }
    written = tomllib.loads(config_text(answers))
    for question in FORM:
        section, key = question.key.split(".")
        assert written[section][key] == answers[question.name], question.option


def test_the_form_without_answers_writes_no_empty_value() -> None:
    written = tomllib.loads(config_text({question.name: None for question in FORM}))
    assert "" not in {value for table in written.values() for value in table.values() if isinstance(value, str)}
