import Spec
