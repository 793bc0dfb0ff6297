import http.server
import random
import threading
import unittest
from unittest import mock

from tablier import TERMINAL, AECEnv, Client, Engine, EngineError, Game, playouts, step_all

GAMES = ["isaac", "nasca", "masker", "arcanor"]
HIDDEN = [("masker", 2, ""), ("masker", 4, "tower"), ("arcanor", None, "memory")]


def walk(state, plies, rng):
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


class GamesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_a_game_is_played_to_its_end(self):
        for name in GAMES:
            with self.subTest(name):
                game = Game(self.engine, name)
                state = walk(game.new_initial_state(5), 10_000, random.Random(5))
                self.assertEqual((state.current_player(), list(state.legal_actions())), (TERMINAL, []))
                self.assertIn(1, [*state.returns(), 1 if not any(state.returns()) else 0])
                self.assertEqual(len(state.scores()), game.num_players())

    def test_equal_seeds_and_actions_give_equal_games(self):
        for name in GAMES:
            states = [walk(Game(self.engine, name).new_initial_state(3), 12, random.Random(1)) for _ in range(2)]
            self.assertEqual(states[0].information_state(0), states[1].information_state(0))

    def test_actions_have_the_notation_of_the_game(self):
        state = Game(self.engine, "isaac").new_initial_state(0)
        self.assertEqual(state.action_to_string(0, state.string_to_action("00-02")), "00-02")
        self.assertRaises(ValueError, state.string_to_action, "x9")

    def test_an_illegal_action_is_refused_and_the_others_of_the_line_are_played(self):
        states = Game(self.engine, "nasca").new_initial_states([1, 2])
        legal = states[0].legal_actions()[0]
        self.assertRaisesRegex(EngineError, "illegal-move", step_all, states, [legal, 65535])
        self.assertEqual([state.current_player() for state in states], [1, 0])

    def test_a_copy_is_independent_and_playouts_change_nothing(self):
        state = walk(Game(self.engine, "arcanor").new_initial_state(1), 6, random.Random(2))
        before = str(state)
        walk(state.clone(), 5, random.Random(3))
        self.assertEqual([len(each) for each in playouts([state] * 3)], [2, 2, 2])
        self.assertEqual(str(state), before)

    def test_a_state_continues_from_its_line_and_from_a_view(self):
        game = Game(self.engine, "isaac")
        state = walk(game.new_initial_state(1), 9, random.Random(4))
        for again in (game.state_from_position(str(state)), game.state_from_view(state.observation())):
            self.assertEqual(list(again.legal_actions()), list(state.legal_actions()))
        self.assertRaisesRegex(EngineError, "bad-view", game.state_from_view, {"turn": 1})

    def test_what_a_seat_cannot_tell_apart_looks_the_same_and_has_the_same_legal_actions(self):
        for name, players, options in HIDDEN:
            game = Game(self.engine, name, players, options)
            for seed in range(12):
                state = walk(game.new_initial_state(seed), 4 * seed, random.Random(seed))
                if state.is_terminal():
                    continue
                seat = state.current_player()
                for other in state.resample_all(seat, 4):
                    self.assertEqual(other.information_state_string(seat), state.information_state_string(seat))
                    self.assertEqual(other.observation_string(seat), state.observation_string(seat))
                    self.assertEqual(str(other), str(state))
                    self.assertEqual(list(other.legal_actions()), list(state.legal_actions()))

    def test_a_player_sees_no_colour_of_another(self):
        state = Game(self.engine, "masker", 2).new_initial_state(1)
        own = [[seat["colour"] for seat in state.observation(viewer)["seats"]] for viewer in (0, 1, "spectator")]
        self.assertEqual([[colour is not None for colour in row] for row in own], [[True, False], [False, True], [False, False]])
        self.assertRaisesRegex(EngineError, "bad-seat", state.observation, "open")

    def test_freed_states_are_freed_in_the_engine(self):
        state = Game(self.engine, "isaac").new_initial_state(1)
        key = state.clone().key
        self.assertRaisesRegex(EngineError, "unknown-position", lambda: (state.clone(), self.engine.one("playout", key, 1)))

    def test_an_engine_that_is_not_there_is_named(self):
        self.assertRaisesRegex(EngineError, "TABLIER_ENGINE", Engine, "/nowhere/tablier engine")

    def test_an_engine_that_has_ended_says_so_and_is_closed(self):
        with self.assertRaisesRegex(EngineError, "has ended"), Engine("true") as engine:
            engine._process.wait()
            engine.one("game", "isaac")

    def test_a_client_is_told_what_it_cannot_reach(self):
        for server, token in [("nonsense", None), ("ftp://host", None), ("http://127.0.0.1:1", "a\nb")]:
            self.assertRaisesRegex(ValueError, "bad-", Client, server, token)
        with mock.patch("time.sleep", side_effect=[None, KeyboardInterrupt]):
            with self.assertLogs("tablier") as log, self.assertRaises(KeyboardInterrupt):
                Client("http://127.0.0.1:1").get("/tables")
        self.assertRegex(" ".join(log.output), "^WARNING:tablier:cannot reach http://127.0.0.1:1/api/v1 .*, trying again$")

    def test_agents_take_turns_and_leave_with_their_rewards(self):
        env = AECEnv(Game(self.engine, "masker", 3))
        env.reset(seed=2)
        rewards = {}
        for agent in env.agent_iter():
            seen, reward, termination, _, _ = env.last()
            legal = [action for action, is_legal in enumerate(seen["action_mask"]) if is_legal]
            if termination:
                rewards[agent] = reward
            env.step(None if termination else random.choice(legal))
        self.assertEqual((list(rewards), sorted(set(rewards.values()))), (env.possible_agents, [-1, 1]))

    def test_the_page_of_a_proxy_is_no_answer(self):
        answers = [(503, "text/html", "Wed, 21 Oct 2026 07:28:00 GMT"), (404, "text/html", "0"), (200, "application/json", "0")]

        class Proxy(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, kind, after = answers.pop(0)
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("retry-after", after)
                self.end_headers()
                self.wfile.write(b"[7]" if status == 200 else b"<h1>Back soon</h1>")

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            self.assertEqual(Client(f"http://127.0.0.1:{proxy.server_port}").get("/tables"), [7])
            proxy.shutdown()


if __name__ == "__main__":
    unittest.main()
